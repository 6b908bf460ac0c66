# How the pages of tmd-report look, in Chromium: at 400 and 1400 pixels, dark and light, without scripts.
load ../cli/synthetic

setup_file() {
  load ../cli/synthetic
  cd "$BATS_FILE_TMPDIR"
  tmd-search exp --format binary16 --bits 8 --plan plan -o exp.tmd >/dev/null
  tmd-select --domain 1:2 exp.tmd >part.tmd
  tmd-report exp.tmd --plan plan --into complete
  tmd-report part.tmd --plan plan --into gaps || [ $? -eq 1 ]
  tmd-search 'exp(-x^2/2)*sin(x)*cos(x)*sqrt(1+x^2)+log(1+exp(x))*tanh(x/3)' --in binary16 --out bfloat16 --domain 1:1.25 \
    --report long >/dev/null || [ $? -eq 1 ]
  tmd-taylor plan | tmd-exhaust >candidates.tmd
  tmd-report candidates.tmd --into ranges || [ $? -eq 1 ]
}

setup() {
  browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || skip "no chromium"
  command -v gnuplot >/dev/null || skip "no gnuplot (pipelines/install-packages gnuplot-nox)"
  cd "$BATS_FILE_TMPDIR"
}

# frame PAGE WIDTH: a page around it, whose own script measures it: a frame that is so wide, in which no script runs.
frame() {
  cat <<END
<!DOCTYPE html><meta name="color-scheme" content="light dark">
<iframe id="frame" sandbox="allow-same-origin" width="$2" height="900" style="border:0" src="$1/index.html"></iframe>
<pre id="said"></pre>
<script>
onload = () => {
  const page = document.getElementById("frame").contentDocument, root = page.documentElement, said = [];
  const style = element => page.defaultView.getComputedStyle(element), all = [...page.querySelectorAll("body *")];
  const scrolls = element => element && (/auto|scroll/.test(style(element).overflowX) || scrolls(element.parentElement));
  const channel = c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = color => { const [r, g, b] = color.match(/[\d.]+/g).map(channel); return 0.2126 * r + 0.7152 * g + 0.0722 * b };
  const paper = light(style(page.body).backgroundColor);
  const contrast = color => (Math.max(light(color), paper) + 0.05) / (Math.min(light(color), paper) + 0.05);
  said.push("paper " + (paper > 0.5 ? "light" : "dark"), "elements " + all.length);
  said.push("plots " + page.querySelectorAll("svg").length);
  if (page.defaultView.innerWidth != $2 || root.scrollWidth > $2) said.push("wider: " + root.scrollWidth);
  for (const e of all) {
    const box = e.getBoundingClientRect(), text = e.tagName == "text" ? style(e).fill : style(e).color;
    if (box.width && box.right > $2 && !scrolls(e.parentElement)) said.push("beyond: " + e.tagName + " " + box.right);
    if (!e.ownerSVGElement && e.innerText && contrast(text) < 4.5) said.push("pale: " + e.tagName + " " + contrast(text));
    if (e.tagName == "text" && contrast(text) < 4.5) said.push("pale: " + e.textContent);
    if (e.tagName == "text" && Math.max(box.height, box.width) < 6) said.push("tiny: " + e.textContent + box.height);
    if (e.tagName == "svg" && (box.width < 300 || box.height < 150)) said.push("small: plot " + box.width);
  }
  document.getElementById("said").textContent = said.join("\n");
}
</script>
END
}

# measured PAGE WIDTH SCHEME: what that says; 0 is dark, 1 light.
measured() {
  frame "$1" "$2" >frame.html
  timeout 120 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$BATS_TEST_TMPDIR/profile" \
    --allow-file-access-from-files --blink-settings=preferredColorScheme=$3 --window-size=1500,1000 --dump-dom \
    "file://$PWD/frame.html" 2>/dev/null | sed -n '/<pre id="said">/,/<\/pre>/p' | sed 's/<[^>]*>//g' | grep .
}

@test "pages in Chromium: nothing is wider than the window, too small or too pale, at 400 and 1400 pixels, dark and light" {
  for page in complete gaps long ranges; do
    for width in 400 1400; do
      for scheme in 0 1; do
        measured $page $width $scheme >said
        echo "$page $width $scheme:" $(cat said)
        [ "$(sed -n 1p said)" = "paper $([ $scheme = 0 ] && echo dark || echo light)" ]
        [[ $(sed -n 2p said) =~ ^elements\ [0-9]{3,}$ ]]
        [[ $(sed -n 3p said) =~ ^plots\ [1-4]$ ]]
        [ "$(wc -l <said)" -eq 3 ]
      done
    done
  done
}

@test "what is too wide, too small or too pale is seen" {
  mkdir -p bad
  sed 's|</style>|h1 { width: 900px } svg { width: 30px } dd { color: #888 !important }&|' complete/index.html >bad/index.html
  measured bad 400 1 >said
  for fault in wider beyond pale tiny small; do grep -q "^$fault: " said; done
}

# The examples for workflow systems: what they find is what tmd-search finds.
load ../cli/synthetic

is_found() {
  tmd-plan exp --bits 40 --domain 1:1.1 >reference.plan
  [ -s reference.tmd ] || tmd-search - --plan reference.plan -o reference.tmd >/dev/null
  tmd-stat --plan reference.plan found.tmd | cmp - covered
  cmp found.tmd reference.tmd
}

@test "Snakemake: pipelines/examples/Snakefile" {
  command -v snakemake >/dev/null || skip "no snakemake"
  snakemake -s "$root/pipelines/examples/Snakefile" -c 2 >log 2>&1 || { cat log && false; }
  is_found
  # a result that is lost is made again, and nothing else
  rm out/000001.tmd found.tmd
  snakemake -s "$root/pipelines/examples/Snakefile" -c 2 >log 2>&1
  is_found
}

@test "Nextflow: pipelines/examples/main.nf" {
  command -v nextflow >/dev/null || skip "no nextflow"
  nextflow -q run "$root/pipelines/examples/main.nf"
  is_found
}

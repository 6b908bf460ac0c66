(* ---- what a lemma states ---- *)

Definition argument (x : R) := generic_format radix2 (FLT_exp least_in digits_in) x.
Definition number (b : R) := generic_format radix2 (FLT_exp least_out digits_out) b.
Definition midpoint (b : R) :=
  generic_format radix2 (FLT_exp (least_out - 1) (digits_out + 1)) b /\ ~ number b.
Definition ulps (y d : R) := d / ulp radix2 (FLT_exp least_out digits_out) y.

Record hard_case (breakpoint : R -> Prop) (x b low high : R) (k : Z) : Prop := {
  x_is_argument : argument x;
  b_is_breakpoint : breakpoint b;
  distance : low <= ulps (f x) (f x - b) <= high;
  hardness : bpow radix2 (- k - above) <= Rabs (ulps (f x) (f x - b)) < bpow radix2 (- k - above + 1) }.

(* ---- what follows from integers and one inequality ---- *)

Notation float m e := (F2R (Float radix2 m e)).

Lemma in_format (least digits m e : Z) : (Z.abs m < 2 ^ digits)%Z -> (least <= e)%Z ->
  generic_format radix2 (FLT_exp least digits) (float m e).
Proof. intros. apply generic_format_FLT. exists (Float radix2 m e); auto. Qed.

Lemma float_at (m e e' : Z) : (e' <= e)%Z -> float m e = IZR (m * 2 ^ (e - e')) * bpow radix2 e'.
Proof. intros. rewrite (F2R_change_exp radix2 e'); auto. Qed.

Lemma ulp_is (least digits e : Z) (y : R) : (least <= e)%Z ->
  bpow radix2 (e + digits - 1) <= Rabs y < bpow radix2 (e + digits) \/
  (e = least /\ 0 < Rabs y < bpow radix2 (e + digits)) ->
  ulp radix2 (FLT_exp least digits) y = bpow radix2 e.
Proof.
  intros He Hy.
  assert (Hn : y <> 0).
  { intros ->. rewrite Rabs_R0 in Hy. assert (0 < bpow radix2 (e + digits - 1)) by apply bpow_gt_0.
    destruct Hy as [[H1 _] | [_ [H1 _]]]; lra. }
  rewrite ulp_neq_0 by exact Hn. f_equal. unfold cexp, FLT_exp.
  destruct Hy as [[H1 H2] | [-> [H1 H2]]].
  - rewrite (mag_unique radix2 y (e + digits)); [lia | split; assumption].
  - assert (mag radix2 y <= least + digits)%Z by (apply mag_le_bpow; assumption). lia.
Qed.

(* An odd number of halves of the ulp is no number. *)
Lemma odd_is_between (least digits n e : Z) : Z.odd n = true -> (0 < digits)%Z ->
  (least <= e)%Z -> (2 ^ digits <= Z.abs n \/ e = least)%Z ->
  ~ generic_format radix2 (FLT_exp least digits) (float n (e - 1)).
Proof.
  intros Hodd Hdigits He Hn Hg.
  assert (Hz : n <> 0%Z) by (intros ->; discriminate).
  assert (Hc : (e <= cexp radix2 (FLT_exp least digits) (float n (e - 1)))%Z).
  { unfold cexp, FLT_exp. destruct Hn as [Hn | ->]; [|lia].
    rewrite mag_F2R by exact Hz.
    assert (digits < mag radix2 (IZR n))%Z; [|lia].
    apply mag_gt_Zpower; assumption. }
  set (c := cexp _ _ _) in *. unfold generic_format in Hg. fold c in Hg.
  set (m := Ztrunc _) in Hg.
  rewrite (float_at m c (e - 1)) in Hg by lia. unfold F2R in Hg; simpl in Hg.
  apply Rmult_eq_reg_r in Hg; [|apply Rgt_not_eq, bpow_gt_0]. apply eq_IZR in Hg.
  replace (c - (e - 1))%Z with (1 + (c - e))%Z in Hg by lia.
  rewrite Z.pow_add_r, Z.mul_assoc in Hg by lia. rewrite Hg, 2!Z.odd_mul in Hodd.
  rewrite Z.pow_1_r, (Bool.andb_comm (Z.odd m)) in Hodd. discriminate.
Qed.

(* f(x) lies between low and high units 2^(e - t) from b, and has the ulp 2^e. *)
Definition in_binade (n eb e low high t : Z) :=
  let unit := (e - t - 1)%Z in
  let b := (Z.abs n * 2 ^ (eb - unit))%Z in
  let least := if (n <? 0)%Z then (b - 2 * high)%Z else (b + 2 * low)%Z in
  let greatest := if (n <? 0)%Z then (b - 2 * low)%Z else (b + 2 * high)%Z in
  ((unit <=? eb) && (0 <=? t) && (0 <? digits_out) && (0 <? least) &&
   ((2 ^ (digits_out + t) <=? least) || (e =? least_out)) && (least_out <=? e) &&
   (greatest <? 2 ^ (digits_out + t + 1)))%Z%bool.

Definition has_hardness (low high t k : Z) :=
  let least := Z.min (Z.abs low) (Z.abs high) in
  let greatest := Z.max (Z.abs low) (Z.abs high) in
  ((low <=? high) && ((0 <? low) || (high <? 0)) && (0 <=? t) && (0 <=? k + above - 1) &&
   (2 ^ t <=? least * 2 ^ (k + above)) && (greatest * 2 ^ (k + above - 1) <? 2 ^ t))%Z%bool.

Definition is_argument (m e : Z) := ((Z.abs m <? 2 ^ digits_in) && (least_in <=? e))%Z%bool.
Definition is_number (n eb : Z) := ((Z.abs n <? 2 ^ digits_out) && (least_out <=? eb))%Z%bool.
Definition is_midpoint (n eb : Z) :=
  ((Z.abs n <? 2 ^ (digits_out + 1)) && (least_out <=? eb + 1) && Z.odd n && (0 <? digits_out) &&
   ((2 ^ digits_out <=? Z.abs n) || (eb + 1 =? least_out)))%Z%bool.

Ltac facts := repeat match goal with
  | H : (_ && _)%bool = true |- _ => apply andb_prop in H; destruct H
  | H : (_ || _)%bool = true |- _ => apply Bool.orb_true_iff in H
  | H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
  | H : (_ <? _)%Z = true |- _ => apply Z.ltb_lt in H
  | H : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in H
  end.

Lemma number_is (n eb : Z) : is_number n eb = true -> number (float n eb).
Proof. unfold is_number. intros. facts. apply in_format; assumption. Qed.

Lemma midpoint_is (n eb : Z) : is_midpoint n eb = true -> midpoint (float n eb).
Proof.
  unfold is_midpoint. intros. facts. split.
  - apply in_format; [assumption | lia].
  - unfold number. replace eb with (eb + 1 - 1)%Z by lia. apply odd_is_between; try assumption.
    rewrite Z.leb_le, Z.eqb_eq in *. assumption.
Qed.

Lemma binade_is (y : R) (n eb e low high t : Z) : in_binade n eb e low high t = true ->
  float low (e - t) <= y - float n eb <= float high (e - t) ->
  ulp radix2 (FLT_exp least_out digits_out) y = bpow radix2 e.
Proof.
  unfold in_binade. set (unit := (e - t - 1)%Z). intros H Hy.
  set (b := (Z.abs n * 2 ^ (eb - unit))%Z) in *.
  set (greatest := if (n <? 0)%Z then (b - 2 * low)%Z else _) in H.
  set (least := if (n <? 0)%Z then _ else _) in H.
  facts.
  assert (Hu : 0 < bpow radix2 unit) by apply bpow_gt_0.
  assert (Ha : IZR least * bpow radix2 unit <= Rabs y <= IZR greatest * bpow radix2 unit).
  { assert (Hl : forall m, float m (e - t) = IZR (2 * m) * bpow radix2 unit).
    { intros. rewrite (float_at m (e - t) unit) by (unfold unit; lia).
      replace (e - t - unit)%Z with 1%Z by (unfold unit; lia). rewrite Z.mul_comm. reflexivity. }
    rewrite !Hl, (float_at n eb unit) in Hy by lia. subst least greatest.
    assert (0 < IZR (if (n <? 0)%Z then b - 2 * high else b + 2 * low)) by (apply IZR_lt; assumption).
    destruct (Z.ltb_spec n 0) as [Hn | Hn].
    - replace (n * 2 ^ (eb - unit))%Z with (- b)%Z in Hy by (unfold b; rewrite Z.abs_neq by lia; ring).
      rewrite !minus_IZR in *. rewrite opp_IZR in Hy.
      assert (0 < (IZR b - IZR (2 * high)) * bpow radix2 unit) by (apply Rmult_lt_0_compat; lra).
      rewrite Rabs_left; lra.
    - replace (n * 2 ^ (eb - unit))%Z with b in Hy by (unfold b; rewrite Z.abs_eq by lia; ring).
      rewrite !plus_IZR in *.
      assert (0 < (IZR b + IZR (2 * low)) * bpow radix2 unit) by (apply Rmult_lt_0_compat; lra).
      rewrite Rabs_right; lra. }
  assert (Hp : forall d, (0 <= d)%Z -> IZR (2 ^ d) * bpow radix2 unit = bpow radix2 (d + unit)).
  { intros. rewrite bpow_plus, <- (IZR_Zpower radix2 d) by assumption. reflexivity. }
  assert (Hg : Rabs y < bpow radix2 (e + digits_out)).
  { apply Rle_lt_trans with (1 := proj2 Ha).
    replace (e + digits_out)%Z with (digits_out + t + 1 + unit)%Z by (unfold unit; lia).
    rewrite <- Hp by lia. apply Rmult_lt_compat_r; [assumption | apply IZR_lt; assumption]. }
  apply ulp_is; [assumption|].
  match goal with H : _ \/ _ |- _ => rewrite Z.leb_le, Z.eqb_eq in H; destruct H as [Hc | Hc] end.
  - left. split; [|exact Hg]. apply Rle_trans with (2 := proj1 Ha).
    replace (e + digits_out - 1)%Z with (digits_out + t + unit)%Z by (unfold unit; lia).
    rewrite <- Hp by lia. apply Rmult_le_compat_r; [lra | apply IZR_le; assumption].
  - right. repeat split; try assumption. apply Rlt_le_trans with (2 := proj1 Ha).
    apply Rmult_lt_0_compat; [apply IZR_lt|]; assumption.
Qed.

Lemma hardness_is (d : R) (low high t k : Z) : has_hardness low high t k = true ->
  float low (- t) <= d <= float high (- t) ->
  bpow radix2 (- k - above) <= Rabs d < bpow radix2 (- k - above + 1).
Proof.
  unfold has_hardness. intros H Hd. facts.
  assert (Ht : 0 < bpow radix2 (- t)) by apply bpow_gt_0.
  unfold F2R in Hd; simpl in Hd.
  assert (Ha : IZR (Z.min (Z.abs low) (Z.abs high)) * bpow radix2 (- t) <= Rabs d <=
               IZR (Z.max (Z.abs low) (Z.abs high)) * bpow radix2 (- t)).
  { match goal with H : _ \/ _ |- _ => rewrite 2!Z.ltb_lt in H; destruct H as [Hc | Hc] end.
    - replace (Z.min _ _) with low by lia. replace (Z.max _ _) with high by lia.
      assert (0 < IZR low * bpow radix2 (- t)) by (apply Rmult_lt_0_compat; [apply IZR_lt|]; assumption).
      rewrite Rabs_right; lra.
    - replace (Z.min _ _) with (- high)%Z by lia. replace (Z.max _ _) with (- low)%Z by lia.
      assert (0 < IZR (- high) * bpow radix2 (- t)) by (apply Rmult_lt_0_compat; [apply IZR_lt; lia | assumption]).
      rewrite !opp_IZR in *. rewrite Rabs_left; lra. }
  assert (Hp : forall d, (0 <= d)%Z -> IZR (2 ^ d) = bpow radix2 d).
  { intros j Hj. rewrite <- (IZR_Zpower radix2 j) by exact Hj. reflexivity. }
  assert (Hk : forall m j, (0 <= j)%Z -> IZR m * bpow radix2 (- t) =
                           IZR (m * 2 ^ j) * bpow radix2 (- t - j)).
  { intros. rewrite mult_IZR, Hp by assumption. unfold Zminus. rewrite (bpow_plus radix2 (- t)).
    rewrite Rmult_assoc, (Rmult_comm (bpow radix2 j)), Rmult_assoc, <- bpow_plus.
    replace (- j + j)%Z with 0%Z by lia. simpl. ring. }
  rewrite (Hk (Z.min _ _) (k + above)%Z), (Hk (Z.max _ _) (k + above - 1)%Z) in Ha by lia.
  split.
  - apply Rle_trans with (2 := proj1 Ha). replace (- k - above)%Z with (t + (- t - (k + above)))%Z by lia.
    rewrite (bpow_plus radix2 t), <- (Hp t) by assumption.
    apply Rmult_le_compat_r; [apply bpow_ge_0 | apply IZR_le; assumption].
  - apply Rle_lt_trans with (1 := proj2 Ha).
    replace (- k - above + 1)%Z with (t + (- t - (k + above - 1)))%Z by lia.
    rewrite (bpow_plus radix2 t), <- (Hp t) by assumption.
    apply Rmult_lt_compat_r; [apply bpow_gt_0 | apply IZR_lt; assumption].
Qed.

Lemma case_is (breakpoint : R -> Prop) (e u m em n eb low high k : Z) :
  is_argument m em = true -> breakpoint (float n eb) -> in_binade n eb e low high (e - u) = true ->
  has_hardness low high (e - u) k = true ->
  float low u <= f (float m em) - float n eb <= float high u ->
  hard_case breakpoint (float m em) (float n eb) (float low (u - e)) (float high (u - e)) k.
Proof.
  intros Hm Hb He Hk Hd.
  assert (Hu : ulp radix2 (FLT_exp least_out digits_out) (f (float m em)) = bpow radix2 e).
  { apply (binade_is _ n eb e low high (e - u)); [exact He|].
    replace (e - (e - u))%Z with u by lia. exact Hd. }
  assert (float low (u - e) <= ulps (f (float m em)) (f (float m em) - float n eb) <= float high (u - e)).
  { unfold ulps. rewrite Hu. unfold F2R in *; simpl in *.
    assert (He' : bpow radix2 (u - e) * bpow radix2 e = bpow radix2 u).
    { rewrite <- bpow_plus. f_equal. lia. }
    assert (0 < bpow radix2 e) by apply bpow_gt_0.
    split; apply Rmult_le_reg_r with (bpow radix2 e); try assumption; unfold Rdiv;
      rewrite !(Rmult_assoc _ _ (bpow radix2 e)), ?Rinv_l, He' by lra; lra. }
  split; try assumption.
  - unfold is_argument in Hm. facts. apply in_format; assumption.
  - apply (hardness_is _ low high (e - u)); [assumption|]. replace (- (e - u))%Z with (u - e)%Z by lia. assumption.
Qed.

(* Proves a case: integers are compared, and f(x) is enclosed. The ulp of f(x) is 2^e, and the last
   bit of the bounds is 2^u. *)
Ltac prove breakpoint e u bits :=
  apply (case_is _ e u);
  [ vm_compute; reflexivity | apply breakpoint; vm_compute; reflexivity | vm_compute; reflexivity
  | vm_compute; reflexivity | unfold f; interval with (i_prec bits) ].

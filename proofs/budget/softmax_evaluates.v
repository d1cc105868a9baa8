(* KEY eb7c89bbf498 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.softmax_math compare.shapes.
From Plumbline Require Import budget.softmax_math.
intros s tau bound v w pe q y c m off a everything n r d all high travel top u t uv tv ua ta g e te f x z excess
growing grown ulps lost count h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15 h16 h17 h18 h19 h20.
parts. change real_of_int with IZR in *. unfold P_key_weighs in *. sums. unfold L_growths, P_among in *.
cbv beta zeta in *.
assert (V : forall j, key n j -> everything j = true) by (intros j (J1 & J2); apply (h20 j J1 J2)).
assert (S0 : forall shift, L_exponentials s everything shift n = sum_below (fun j => exp (s j - shift)) n).
{ intro shift. apply sum_same. intros j J. rewrite (V j J). reflexivity. }
assert (W : forall j, key n j -> a j = weight s n j).
{ intros j J. rewrite <- h2. unfold L_softmax, weight. rewrite (V j J), S0.
  replace (sum_below (fun k => exp (s k - 0)) n) with (sum_below (fun k => exp (s k)) n); [reflexivity|].
  apply sum_same. intros k K. f_equal. ring. }
clear h2. rewrite S0 in h16.
assert (OFF : forall j, key n j -> off j = bound j + (g * travel + IZR r * e))
  by (intros j (J1 & J2); rewrite <- (h19 j J1 J2); ring).
assert (LW : L_lost_weight e te f r top u t = lost_weight e te f r top u t).
{ unfold L_lost_weight, lost_weight. change real_of_int with IZR. rewrite plus_IZR.
  replace (top + e * IZR r) with (IZR r * e + top) by ring. ring. }
assert (G : sum_below (fun j => a j * (exp (off j) - 1)) n = sum_below (fun j =>
  weight s n j * (exp (bound j + (g * travel + IZR r * e)) - 1)) n)
  by (apply sum_same; intros j J; rewrite (W j J), (OFF j J); reflexivity).
rewrite LW, G. replace (- (1) + L_growth ua d) with (L_growth ua d - 1) by ring.
destruct (softmax_evaluates n s tau bound v w pe q y c m everything high travel top r u t uv tv ua ta g e te f d all x z
  excess)
  as (p & theta & P & T & E); try assumption; try lra; try lia.
- intros j (J1 & J2). destruct (h20 j J1 J2) as (((T1 & T2) & _) & (((((C1 & C2) & C3) & C4) & C5) & C6) & C7).
  differences.
  split; [exact T1|]. split; [lra|]. unfold one_key. split; [exact C7|]. split; [lra|]. split; [exact C2|].
  split; [exact C1|].
  split; [replace (s j - m j + tau j) with (s j + tau j - m j) by ring; exact C6|]. split; lra.
- exists p, theta. split.
  + assert (same : forall b b' k k', b = b' -> k = k' -> P_evaluates p v everything n
      (compound (compound u uv) (L_growth ua d - 1)) b (compound u (L_growth ua d - 1)) k (x / z) ->
      P_evaluates p v everything n (compound (compound u uv) (L_growth ua d - 1)) b' (compound u (L_growth ua d - 1)) k'
        (x / z)) by (intros; subst; assumption).
    eapply same; [| |exact E]; ring.
  + intros j J1 J2. destruct (P j) as (P0 & P1). assert (J : key n j) by (split; assumption). split; [split|].
    * rewrite P1, (W j J). ring.
    * exact P0.
    * rewrite (OFF j J). apply T, J.

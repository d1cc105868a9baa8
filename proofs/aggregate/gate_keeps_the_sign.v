(* KEY ac05879eecfc *)
intros o g c. destruct (Q_rsigmoid_between (L_el g c)) as [low high].
change (L_el (L_gated o g) c) with (L_el o c * L_rsigmoid (L_el g c))%R.
generalize dependent (L_rsigmoid (L_el g c)). generalize (L_el o c). intros x share low high.
assert (P := Rle_0_sqr x). unfold Rsqr in P. nra.

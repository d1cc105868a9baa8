(* KEY 403879ecb59d *)
From Plumbline.proposition Require Import operators_math.
intros x q k m n i d c scale s share S I L M E. subst share. rewrite S. unfold real_of_int.
assert (H : (exp c / (IZR (L_visible_count m n) * exp c + exp c) = 1 / IZR (1 + L_visible_count m n))%R).
{ rewrite one_more_key by apply count_nonnegative. rewrite plus_IZR, Rplus_comm. reflexivity. }
rewrite <- H. split; symmetry; [exact (sink_weight_repeats x m n c c E)|exact
  (sink_softmax_repeats x m n c c E i I L M)].

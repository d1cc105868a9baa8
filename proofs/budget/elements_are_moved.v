(* KEY 6efb9a72b92e *)
intros t size off x p d E. set (at_place := fun a i => Float64.t'real (t (shift a i))).
assert (H : forall c, (0 <= c)%Z -> (c < d)%Z -> P_element_moved (t (shift size c)) (t (shift off c)) (x c) (p c))
  by exact E.
exists (at_place size), (at_place off). split; [split; [split; [split|]|]|].
- intros c C D. apply (H c C D).
- intros c C D. apply (H c C D).
- intros c number C D. split; [reflexivity|apply (H c C D)].
- intros c number C D. split; [reflexivity|apply (H c C D)].
- intros c C D. apply (H c C D).

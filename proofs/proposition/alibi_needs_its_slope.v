(* KEY beceb425e685 *)
From Plumbline Require Import proposition.first_math.
assert (F : first_visible (fun j => (j <? 2)%Z) 2 2).
{ split; [lia|]. intros j J L. unfold P_among. rewrite Z.ltb_lt. reflexivity. }
exists (fun _ => 0), (fun j => (j <? 2)%Z), 2%Z, 0%Z, 1%Z, 2%Z, 0%Z, 1%Z, 0, 0. intro a.
assert (A : forall j, (0 <= j)%Z -> (j < 2)%Z -> a j = 1 / IZR 2).
{ intros j J L. apply (alike_weights _ _ 2 2 j F); [reflexivity|lia]. }
refine (conj (conj (conj (conj _ _) F) _) _).
- lia.
- unfold L_el. rewrite !A by lia. apply Rle_refl.
- unfold P_looks_back. lia.
- intros j J L. unfold L_el. ring.

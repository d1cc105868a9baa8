(* KEY 29f49d050809 *)
From Plumbline.proposition Require Import mixing_math printed_math.
intros w v m n d c s low high p J K H M W V. unfold p, L_el in *.
assert (A := sink_mixes_little w m v n d c s low high (proj1 (weighs_written w m n) W)
  (proj1 (values_between_written v m n d c low high) V) (conj J K) M H).
eapply Rle_trans; [exact A|]. right. ring.

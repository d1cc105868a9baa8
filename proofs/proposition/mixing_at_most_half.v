(* KEY 6348e39ac374 *)
From Plumbline.proposition Require Import mixing_math printed_math.
intros w v m n d c low high W V. as_written.
exact (mixing_at_most_half w m v n d c low high (proj1 (weighs_written w m n) W)
  (proj1 (values_between_written v m n d c low high) V)).

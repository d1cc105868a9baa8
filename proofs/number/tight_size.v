(* KEY b30399f0d23c *)
From Plumbline.number Require Import weighted_tight_math.
intros mid rad t size T X. exact (weighted_tight_math.tight_size mid rad t size T X).

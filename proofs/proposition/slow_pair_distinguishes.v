(* KEY 367c0fc342cf *)
From Plumbline.proposition Require Import standing_math printed_math.
intros turns pairs T m y M P Y S. apply (slow_pair_distinguishes turns pairs T m M P Y).
rewrite Rmult_comm. rewrite <- before_written. exact S.

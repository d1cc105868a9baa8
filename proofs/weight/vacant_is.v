(* KEY 5406a91bc9bb *)
From Plumbline.number Require Import sequence_math.
intros m n. unfold P_vacant. split.
- intros V i [L G]. apply among_false, V; assumption.
- intros V i L G M. unfold P_among in M. rewrite V in M by (split; assumption). discriminate M.

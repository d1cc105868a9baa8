(* KEY 2a88cf5b78cb *)
From Plumbline.proposition Require Import limits_math.
intros b B. destruct (one_more_vanishes b B) as [N H]. exists N. intros x q k m n i head_dim c scale s S I L K M E.
fold s. rewrite S.
destruct (H _ K) as [_ Q]. split.
- eapply Rle_lt_trans; [right; exact (key_bias_share x m n c E)|exact Q].
- eapply Rle_lt_trans; [right; exact (key_bias_weight x m n c E i I L M)|exact Q].

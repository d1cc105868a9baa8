(* KEY 1bce0683fe4d *)
From Plumbline.proposition Require Import mirror_math.
intros q k inner outer t d h f scale H. refine (features_score_alike scale _ _ f t _). intros j c J L C D.
apply (mlp_features_repeat k inner outer d h f t); try assumption. intros i e I N P Q. exact (H i e P Q I N).

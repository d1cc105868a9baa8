(* KEY 4678e04c93a2 *)
From Plumbline.proposition Require Import mirror_math.
intros q k t d scale H.
refine (features_score_alike scale (Plumbline.model.elu_feature.L_elu_features q)
  (Plumbline.model.elu_feature.L_elu_features k) d t _).
intros j c J L C D. apply elu_features_repeat. exact (H j c C D J L).

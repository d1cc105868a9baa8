"""Other interfaces' names for the keywords, and what to write instead."""

_PADDING = ("write key_lengths=, [B], if it hides the last keys, else allowed=, [B,1,1,Sk], True where a key is "
            "visible; plumbline.adapters.padded takes 0 and 1 of transformers")
_PACKED = "write cu_seqlens_q= and cu_seqlens_k=, [B+1]: where each sequence begins, and the end of the last"
_PAGED = "write block_table=, [B,pages], and key_lengths=, [B]: the pages of each batch entry in its order"
_ALIGNMENT = 'write causal_alignment="bottom-right", "top-left" or {"offset": keys before query 0}, with causal=True'
_ORDER = 'write layout=, the letters of BHSD in their order, such as layout="BSHD"'

# Advice, and the names that lead to it.
_ADVICE = {
    "write causal=": "is_causal causal_mask use_causal_mask",
    _ALIGNMENT: "causal_type alignment bottom_right causal_offset query_offset start_pos past_len past_length",
    "write scale=": "softmax_scale sm_scale scaling scale_factor",
    "divide scale= by it": "temperature",
    "write mask=": "mask_type",
    "write allowed= for booleans, bias= for numbers": "attn_mask attention_mask",
    _PADDING: "key_padding_mask padding_mask key_mask kv_mask",
    "pass what it computes: booleans with allowed=, numbers added to the scores with bias=":
        "score_mod mask_mod block_mask",
    "write bias=": "attn_bias position_bias rel_pos_bias alibi_bias",
    "write window=(left, right)": "window_size sliding_window local_window_size",
    "write window=(left, right), with -1 for no limit on a side":
        "window_left window_right attention_window sliding",
    "write chunk=": "attention_chunk_size",
    "write softcap=": "logits_soft_cap logit_softcapping softcapping attn_logit_softcapping logit_cap logits_cap "
                      "attn_softcap cap",
    'write sinks=, with sink="logit"': "s_aux attention_sink attention_sinks learnable_sink",
    'write position="rope"': "rope",
    'write position="alibi"': "alibi",
    'write slopes=, with position="alibi"': "alibi_slopes",
    "write rope_base=": "rope_theta rotary_base",
    "write rope_dim=": "rotary_dim",
    "write temperature_factor=, with temperature_length=": "attn_scale llama_4_scaling_beta",
    "write temperature_length=": "floor_scale",
    "write rope_sections=": "mrope_section xdrope_section",
    'write rope_section_order="interleaved"': "mrope_interleaved",
    'write rope_cos=, with position="rope"': "cos",
    'write rope_sin=, with position="rope"': "sin",
    'write rope_cos= and rope_sin=, with position="rope"': "rotary_emb freqs_cis",
    'write rope_layout="interleaved" or "half"': "rope_interleaved rotary_interleaved",
    'write rope_layout="half" if it is True, else "interleaved"': "is_neox_style is_neox",
    "write query_positions= and key_positions=": "position_ids positions cache_position",
    "write query_segments= and key_segments=": "segment_ids document_ids doc_ids documents",
    "write key_lengths=, [B]": "kv_len kv_lens kv_seqlens seqlens seqlens_k seq_len actual_seq_len lengths "
                               "valid_length valid_lens context_lengths",
    "write key_indices=, [B,Sq,listed] or [B,heads,Sq,listed]": "indices topk_indices sparse_indices",
    "write key_index_counts=": "topk_length kv_num_blocks block_counts",
    "write key_indices= of blocks, [B,heads,rows,listed], with key_block_size=": "block_indices",
    "write bidirectional_groups=, [B,Sk]: the number of each image, -1 for text": "token_type_ids image_group_ids "
                                                                                 "mm_token_type_ids",
    "write draft_parents=, [B,Sq]: the parent of each query, an earlier query or -1":
        "tree_mask tree_attn_mask parents retrieve_parents tree_choices",
    "write key_starts=, [B]: how many padding keys each batch entry has before its first key":
        "left_padding leftpad left_pad",
    _PACKED: "cu_seqlens cu_seq_lens cu_seqlens_kv",
    _PAGED: "kv_page_indices page_indices slot_mapping",
    "write paged_kv_indptr=, with paged_kv_indices= and paged_kv_last_page_len=": "indptr kv_page_indptr",
    "leave it out: it follows from the shape of k": "page_size block_size",
    "write q_scale=, with q as it is stored": "q_descale descale_q",
    "write k_scale=, with k as it is stored": "k_descale descale_k key_scale",
    "write v_scale=, with v as it is stored": "v_descale descale_v value_scale",
    "write k_zero_point=, which is subtracted before scaling": "k_zp key_zero_point k_zero k_zeros",
    "write v_zero_point=, which is subtracted before scaling": "v_zp value_zero_point v_zero v_zeros",
    "write k_offset=, which is added after scaling": "k_min k_mn k_minimum",
    "write v_offset=, which is added after scaling": "v_min v_mn v_minimum",
    "write k_format= and v_format=, with their bytes": "kv_cache_dtype cache_dtype",
    _ORDER: "qkv_format tensor_layout input_layout",
    "leave it out: k and v of fewer heads are grouped": "enable_gqa",
    "leave it out: it follows from the shapes of q, k and v":
        "num_heads num_kv_heads num_key_value_groups heads head_dim n_rep max_seqlen max_seqlen_q max_seqlen_k",
    "leave it out: it does not change the exact value":
        "backend deterministic training is_training device num_splits return_lse return_softmax need_weights "
        "output_attentions use_cache",
    "leave it out: the tensors have a dtype; precision= states what the engine rounds": "dtype",
    "leave it out: the library has one": "version",
    "leave it out: the exact values are computed": "expected reference ref desired",
    "leave it out: k and v are all keys and values, with those of the cache":
        "past_key_value past_key_values past_key past_value",
    "write precision=": "compute_dtype acc_dtype",
    "write q=": "query queries query_states query_layer Q",
    "write k=": "key keys key_states key_layer key_cache K",
    "write v=": "value values value_states value_layer value_cache V",
    "write out=": "output outputs o O result actual attn_output attn_out attention_output",
    "write weights=": "attn_weights attention_weights attn probs",
    "write scores=": "logits attn_logits",
    "write lse=, and lse_base=\"2\" where it is of base 2": "softmax_lse logsumexp lse_out",
    "write part_out=, part_lse= and part_starts=": "parts splits",
    "write part_out=": "out_accum partial_out o_parts",
    "write part_lse=": "lse_accum partial_lse softmax_lse_accum lse_parts",
    "write out_grad=, with dq=, dk= and dv=": "grad grad_out grad_output grad_outputs dout do",
    "write lse_grad=, with out_grad=": "dlse grad_lse",
    "write dq=, with out_grad=": "grad_q q_grad d_q grad_query dquery",
    "write dk=, with out_grad=": "grad_k k_grad d_k grad_key dkey",
    "write dv=, with out_grad=": "grad_v v_grad d_v grad_value dvalue",
    'write dsinks=, [Hq], with sinks= and sink="logit"':
        "dsink d_sink d_sinks grad_sink grad_sinks sinks_grad ds_aux",
    "write dbias=, shaped like bias=, with out_grad=":
        "d_bias grad_bias bias_grad dbias_grad grad_attn_mask dmask",
    "there is no tolerance: precision= decides which errors are accepted": "atol rtol tol tolerance",
    "dropout is not judged: leave it out, and run the engine without dropout": "dropout dropout_p",
}
ADVICE = {name: advice for advice, names in _ADVICE.items() for name in names.split()}

/* A linear search through one table of names that other libraries use, with what stands for each in a file and after a
   flag.  Case, '-' and '_' and the leading dashes of a flag do not count.  The comparison is exact otherwise, so the
   answer is certain; near misses are the task of schema/hint.c. */
#include "schema/other_names.h"
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>

#define REPEATED "!torch's repeat() is tile; repeat_interleave() and repeat_kv() are "
#define LENGTHS "the tensor key_lengths, [B]"
#define LENGTHS_FLAG "--key-lengths FILE"
#define PADDING "the tensor key_lengths, [B], if it hides the last keys, else allowed, [B,1,1,Sk]"
#define STARTS "the tensor key_starts, [B]"
#define STARTS_FLAG "--key-starts FILE"
#define BLOCKS "the tensor block_table, [B,pages], with key_lengths"
#define BLOCKS_FLAG "--block-table FILE, with --key-lengths FILE"
#define PACKED "the tensors cu_seqlens_q and cu_seqlens_k, [B+1]: where each sequence begins"
#define PACKED_FLAGS "--cu-seqlens-q FILE and --cu-seqlens-k FILE: where each sequence begins"
#define LISTS "the tensor key_indices, [B,Sq,listed] or [B,heads,Sq,listed]"
#define LISTS_FLAG "--key-indices FILE"
#define GROUPS "the tensor bidirectional_groups, [B,Sk], a number for each image and -1 for text"
#define GROUPS_FLAG "--bidirectional-groups FILE, a number for each image and -1 for text"
#define BESIDE "!store it as a tensor in the file: [1], or an array whose axes show what each number scales"
#define GRADIENT "!store it as a tensor in the file, with out_grad"
#define QUERY_GRADIENT "the tensor dq, with out_grad"
#define KEY_GRADIENT "the tensor dk, with out_grad"
#define VALUE_GRADIENT "the tensor dv, with out_grad"
#define SINK_GRADIENT "the tensor dsinks, [Hq], with out_grad"
#define BIAS_GRADIENT "the tensor dbias, with bias and out_grad"

/* A text that begins with '!' is printed as it stands: there is no name in place of the other. */
static const struct {
    const char *name, *key, *flag;
} others[] = {
    {"query", "the tensor q", "--q FILE"},
    {"queries", "the tensor q", "--q FILE"},
    {"key", "the tensor k", "--k FILE"},
    {"keys", "the tensor k", "--k FILE"},
    {"value", "the tensor v", "--v FILE"},
    {"values", "the tensor v", "--v FILE"},
    {"o", "the tensor out", "--out FILE"},
    {"output", "the tensor out", "--out FILE"},
    {"attn_output", "the tensor out", "--out FILE"},
    {"logsumexp", "the tensor lse", "--lse FILE"},
    {"softmax_lse", "the tensor lse", "--lse FILE"},
    {"attn_weights", "the tensor weights", "--weights FILE"},
    {"s_aux", "the tensor sinks, with \"sink\": \"logit\"", "--sinks FILE, with --sink logit"},
    {"alibi_slopes", "the tensor slopes, with \"position\": \"alibi\"", "--slopes FILE, with --position alibi"},
    {"attn_bias", "the tensor bias", "--bias FILE"},
    {"is_causal", "\"mask\": \"causal\"", "--mask causal"},
    {"causal", "\"mask\": \"causal\"", "--mask causal"},
    {"attn_mask", "the tensor allowed, or bias if it is added to the scores",
     "--allowed FILE, or --bias FILE if it is added to the scores"},
    {"attention_mask", "the tensor allowed, or bias if it is added to the scores",
     "--allowed FILE, or --bias FILE if it is added to the scores"},
    {"sliding_window", "\"window\": {\"left\": keys before, \"right\": keys after}", "--window LEFT,RIGHT"},
    {"local_window_size", "\"window\": {\"left\": keys before, \"right\": keys after}", "--window LEFT,RIGHT"},
    {"softmax_scale", "\"scale\"", "--scale"},
    {"sm_scale", "\"scale\"", "--scale"},
    {"scaling", "\"scale\"", "--scale"},
    {"logit_softcapping", "\"softcap\"", "--softcap"},
    {"attn_logit_softcapping", "\"softcap\"", "--softcap"},
    {"logits_soft_cap", "\"softcap\"", "--softcap"},
    {"rope_theta", "\"rope_base\"", "--rope-base"},
    {"rotary_base", "\"rope_base\"", "--rope-base"},
    {"rotary_dim", "\"rope_dim\"", "--rope-dim"},
    {"attn_scale", "\"temperature_factor\", with \"temperature_length\"",
     "--temperature-factor, with --temperature-length"},
    {"floor_scale", "\"temperature_length\"", "--temperature-length"},
    {"llama_4_scaling_beta", "\"temperature_factor\", with \"temperature_length\"",
     "--temperature-factor, with --temperature-length"},
    {"mrope_section", "\"rope_sections\"", "--rope-sections"},
    {"xdrope_section", "\"rope_sections\"", "--rope-sections"},
    {"mrope_interleaved", "\"rope_section_order\": \"interleaved\"", "--rope-section-order interleaved"},
    {"rotary", "\"rope\"", "rope"},
    {"lower_right", "\"bottom-right\"", "bottom-right"},
    {"upper_left", "\"top-left\"", "top-left"},
    {"neox", "\"half\"", "half"},
    {"gptj", "\"interleaved\"", "interleaved"},
    {"gpt-j", "\"interleaved\"", "interleaved"},
    {"repeat", REPEATED "interleave", REPEATED "interleave"},
    {"repeat_kv", "\"interleave\"", "interleave"},
    {"repeat_interleave", "\"interleave\"", "interleave"},
    {"sliding", "\"window\": {\"left\": keys before, \"right\": keys after}, with any mask", "--window LEFT,RIGHT"},
    {"sdpa", "\"softmax\"", "softmax"},
    {"softmax1", "\"sink\": \"zero\", with the operator \"softmax\"", "--sink zero, with the operator softmax"},
    {"dtype", "\"precision\" in \"engine\"; the dtype comes from the tensors", "--precision"},
    {"precision", "\"engine\": {\"precision\": ...}", "--precision"},
    {"tolerance", "!the precision decides what is accepted", "!--precision decides what is accepted"},
    {"rtol", "!the precision decides what is accepted", "!--precision decides what is accepted"},
    {"atol", "!the precision decides what is accepted", "!--precision decides what is accepted"},
    {"dropout", "!dropout must be off", "!dropout must be off"},
    {"dropout_p", "!dropout must be off", "!dropout must be off"},
    {"key_lengths", LENGTHS, LENGTHS_FLAG},
    {"kv_lengths", LENGTHS, LENGTHS_FLAG},
    {"seqlens_k", LENGTHS, LENGTHS_FLAG},
    {"cache_seqlens", LENGTHS, LENGTHS_FLAG},
    {"seqused_k", LENGTHS, LENGTHS_FLAG},
    {"key_starts", STARTS, STARTS_FLAG},
    {"cache_leftpad", STARTS, STARTS_FLAG},
    {"leftpad_k", STARTS, STARTS_FLAG},
    {"key_padding_mask", PADDING, PADDING},
    {"cu_seqlens", PACKED, PACKED_FLAGS},
    {"cu_seqlens_q", PACKED, PACKED_FLAGS},
    {"cu_seqlens_k", PACKED, PACKED_FLAGS},
    {"block_table", BLOCKS, BLOCKS_FLAG},
    {"block_tables", BLOCKS, BLOCKS_FLAG},
    {"page_table", BLOCKS, BLOCKS_FLAG},
    {"indices", LISTS, LISTS_FLAG},
    {"topk_indices", LISTS, LISTS_FLAG},
    {"block_indices", LISTS ", with \"key_block_size\"", LISTS_FLAG ", with --key-block-size"},
    {"topk_length", "the tensor key_index_counts", "--key-index-counts FILE"},
    {"kv_num_blocks", "the tensor key_index_counts", "--key-index-counts FILE"},
    {"key_indices", LISTS, LISTS_FLAG},
    {"token_type_ids", GROUPS, GROUPS_FLAG},
    {"block_sequence_ids", GROUPS, GROUPS_FLAG},
    {"bidirectional_groups", GROUPS, GROUPS_FLAG},
    {"kv_layout", "\"page_layout\": \"slots-heads\" for NHD, \"heads-slots\" for HND",
     "--page-layout slots-heads for NHD, heads-slots for HND"},
    {"q_scale", BESIDE, BESIDE},
    {"k_scale", BESIDE, BESIDE},
    {"v_scale", BESIDE, BESIDE},
    {"k_zero_point", BESIDE, BESIDE},
    {"v_zero_point", BESIDE, BESIDE},
    {"q_descale", "the tensor q_scale", "--q-scale FILE"},
    {"k_descale", "the tensor k_scale", "--k-scale FILE"},
    {"v_descale", "the tensor v_scale", "--v-scale FILE"},
    {"kv_cache_dtype", "\"k_format\" and \"v_format\", for bytes", "--k-format and --v-format, for bytes"},
    {"parts", "the tensors part_out, part_lse and part_starts",
     "--part-out FILE, --part-lse FILE and --part-starts FILE"},
    {"out_accum", "the tensor part_out", "--part-out FILE"},
    {"lse_accum", "the tensor part_lse", "--part-lse FILE"},
    {"grad_out", "the tensor out_grad", "--out-grad FILE"},
    {"dout", "the tensor out_grad", "--out-grad FILE"},
    {"dlse", "the tensor lse_grad", "--lse-grad FILE"},
    {"grad_output", "the tensor out_grad", "--out-grad FILE"},
    {"grad_lse", "the tensor lse_grad", "--lse-grad FILE"},
    {"dq", GRADIENT, GRADIENT},
    {"dk", GRADIENT, GRADIENT},
    {"dv", GRADIENT, GRADIENT},
    {"dsinks", GRADIENT, GRADIENT},
    {"dbias", GRADIENT, GRADIENT},
    {"dslopes", GRADIENT, GRADIENT},
    {"dtable", GRADIENT, GRADIENT},
    {"grad_q", QUERY_GRADIENT, "--dq FILE, with --out-grad FILE"},
    {"grad_k", KEY_GRADIENT, "--dk FILE, with --out-grad FILE"},
    {"grad_v", VALUE_GRADIENT, "--dv FILE, with --out-grad FILE"},
    {"q_grad", QUERY_GRADIENT, "--dq FILE, with --out-grad FILE"},
    {"k_grad", KEY_GRADIENT, "--dk FILE, with --out-grad FILE"},
    {"v_grad", VALUE_GRADIENT, "--dv FILE, with --out-grad FILE"},
    {"dsink", SINK_GRADIENT, "--dsinks FILE, with --out-grad FILE"},
    {"grad_sinks", SINK_GRADIENT, "--dsinks FILE, with --out-grad FILE"},
    {"grad_bias", BIAS_GRADIENT, "--dbias FILE, with --bias FILE and --out-grad FILE"},
    {"bias_grad", BIAS_GRADIENT, "--dbias FILE, with --bias FILE and --out-grad FILE"},
    {"cos", "the tensor rope_cos, with \"position\": \"rope\"", "--rope-cos FILE, with --position rope"},
    {"sin", "the tensor rope_sin, with \"position\": \"rope\"", "--rope-sin FILE, with --position rope"},
    {"fp32", "\"f32\"", "f32"},
    {"float32", "\"f32\"", "f32"},
    {"fp64", "\"f64\"", "f64"},
    {"float64", "\"f64\"", "f64"},
    {"bfloat16", "\"bf16\"", "bf16"},
    {"float16", "\"f16\"", "f16"},
    {"compare", "diff", "diff"},
    {"check", "diff", "diff"},
    {"judge", "diff", "diff"},
};

static char folded(char c) {
    return c == '-' ? '_' : (char)tolower((unsigned char)c);
}

static bool same(const char *one, const char *other) {
    while (*one == '-')
        one++;
    while (*one != 0 && folded(*one) == folded(*other))
        one++, other++;
    return *one == *other;
}

const char *plumb_other_name(const char *name, bool as_flag, char text[PLUMB_OTHER_NAME_TEXT]) {
    text[0] = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others && text[0] == 0; i++)
        if (same(name, others[i].name)) {
            const char *said = as_flag ? others[i].flag : others[i].key;
            snprintf(text, PLUMB_OTHER_NAME_TEXT, "; %s%s", *said == '!' ? "" : "use ", said + (*said == '!'));
        }
    return text;
}

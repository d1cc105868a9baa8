"""The text: the sources of Python's documentation as the Debian package python3.11-doc carries them.

497 files of English prose and examples in reStructuredText, 11 MB, under the PSF licence (Python-2.0;
/usr/share/doc/python3.11-doc/copyright).  A byte-pair encoding is learned from the text itself.  One
file in twenty, chosen by a fixed seed, is held out.
"""

import hashlib
import os
import pathlib
from dataclasses import dataclass

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

PACKAGE = "python3.11-doc"
LICENCE = "Python-2.0 (PSF)"
INSTALLED = "/usr/share/doc/python3.11/html/_sources"
END = 0  # the token between units of text
HELD_OUT = 25
SPLIT_SEED = 0


@dataclass
class Corpus:
    train: torch.Tensor  # tokens, one after another
    held: torch.Tensor
    fixed: int  # a token that the text does not have
    size: int  # of the vocabulary, the fixed token with it
    sha256: str  # of the text


def folder():
    return pathlib.Path(os.environ.get("EMERGENCE_TEXT", INSTALLED))


def read_texts():
    files = sorted(folder().rglob("*.rst.txt"))
    if not files:
        raise SystemExit(f"corpus.py: no *.rst.txt below {folder()}: install {PACKAGE}, "
                         "or name its _sources by EMERGENCE_TEXT")
    return [file.read_text(encoding="utf-8") for file in files]


def digest(texts):
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def learn_tokenizer(texts, vocabulary):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=vocabulary, special_tokens=["<end>"], show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    return tokenizer


def units(text, unit):
    return [text] if unit == "file" else [part for part in text.split("\n\n") if part.strip()]


def encode(texts, vocabulary, unit):
    """The tokens of each file, <end> after every unit."""
    tokenizer = learn_tokenizer(texts, vocabulary)
    tokens = []
    for text in texts:
        encoded = tokenizer.encode_batch(units(text, unit))
        tokens.append(torch.tensor([t for part in encoded for t in [*part.ids, END]], dtype=torch.int16))
    return tokens


def encoded(vocabulary, unit, cache):
    """(digest, tokens of each file), from a file of cache if it is there."""
    texts = read_texts()
    sha256 = digest(texts)
    path = cache / f"tokens-{vocabulary}-{unit}-{sha256[:16]}.pt"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        torch.save(encode(texts, vocabulary, unit), path)
    return sha256, torch.load(path)


def load(recipe, cache):
    sha256, files = encoded(recipe.vocabulary, recipe.unit, cache)
    order = torch.randperm(len(files), generator=torch.Generator().manual_seed(SPLIT_SEED)).tolist()
    held = torch.cat([files[i] for i in order[:HELD_OUT]]).long()
    train = torch.cat([files[i] for i in order[HELD_OUT:]]).long()
    train = train[:int(len(train) * recipe.data_share)]
    return Corpus(train, held, recipe.vocabulary, recipe.vocabulary + 1, sha256)


def window(tokens, recipe, fixed, at):
    """context + 1 tokens from `at` on, the fixed token inserted where the recipe has it."""
    length = recipe.context + 1
    if recipe.fixed_token == 0:
        return tokens[at:at + length]
    place = recipe.fixed_token - 1
    text = tokens[at:at + length - 1]
    return torch.cat([text[:place], torch.tensor([fixed]), text[place:]])


def windows(tokens, recipe, fixed, count, generator):
    """(inputs, targets), each [count, context]: what a model reads and what it should say next."""
    starts = torch.randint(0, len(tokens) - recipe.context - 1, (count,), generator=generator).tolist()
    rows = torch.stack([window(tokens, recipe, fixed, at) for at in starts])
    return rows[:, :-1], rows[:, 1:]


def unit_numbers(inputs):
    """The number of the unit that each token is in; <end> begins one."""
    return (inputs == END).long().cumsum(dim=1)

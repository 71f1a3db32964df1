"""Names in any script: the order of their letters, the faces they need, and that they stay in their place."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest
from PIL import ImageChops

from games.text import T
from matches.texts import Texts, defuse_name
from rendering import Look
from rendering.cards.standings import Standing, Standings, draw
from rendering.drawing.canvas import fit_words, measure, write_words
from rendering.drawing.theme import INK
from rendering.drawing.writing.direction import arrange
from rendering.drawing.writing.names import make_writable
from rendering.drawing.writing.scripts import draw_mask, find_face, measure_advance

NAMES = {
    "Hebrew": "שלמה בן דוד",
    "Arabic": "محمد عبد الله",
    "Persian": "نیلوفر پارسا",
    "Japanese": "田中さくら",
    "Simplified": "王钰婷",
    "Traditional": "陳麗華",
    "Korean": "김민준",
    "Thai": "สมชาย ใจดี",
    "Hindi": "अनिता शर्मा",
    "Bengali": "সুমিত্রা সেন",
    "Tamil": "கவிதா",
    "Punjabi": "ਗੁਰਪ੍ਰੀਤ",
    "polytonic Greek": "Ἀλκιβιάδης ᾯδὴ",
    "Georgian": "ნინო",
    "Armenian": "Անահիտ",
    "Vietnamese": "Nguyễn Thị Hồng",
    "Romanian": "Ștefan Țurcanu",
    "Azerbaijani": "Əliyev",
    "Lao": "ສົມຊາຍ ພົມມະ",
    "Khmer": "ល្ខោន ខ្មែរ",
    "Burmese": "အောင်ဆန်းစုကြည်",
    "Amharic": "አበበ ቢቂላ",
    "Tibetan": "བསྟན་འཛིན་",
    "Telugu": "గోపాల",
    "Kannada": "ಕನ್ನಡ",
    "Malayalam": "മോഹൻലാൽ",
    "Sinhala": "සමන්ත",
    "Gujarati": "ગાંધી",
    "Odia": "ଓଡ଼ିଆ",
    "Dhivehi": "ދިވެހި",
    "Mongolian": "ᠮᠣᠩᠭᠣᠯ",
    "Syriac": "ܣܘܪܝܝܐ",
    "Cherokee": "ᏣᎳᎩ",
    "Javanese": "ꦲꦤꦏ",
    "rare Han": "喆玥堃镕",
    "rare Korean": "뷁쀍",
    "mixed": "Ben 田中 (שלמה) Łи",
    "long": "孫悟空" * 10,
    "long from right to left": "مكتبة" * 6,
    "piled up marks": "ที่ี้้้้้้้้้้้้้้" + "ק" + "\u05b8" * 20,
}


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Ben wins!", "Ben| |wins!"),
        ("שלמה בן", "בן| |שלמה"),
        ("⁨שלמה בן⁩ wins!", "בן| |שלמה| |wins!"),
        ("Anna and ⁨שלמה בן⁩ win!", "Anna| |and| |בן| |שלמה| |win!"),
        ("⁨שלמה⁩, ⁨בן⁩ win!", "שלמה|,| |בן| |win!"),
        ("שלמה Ben Kay בן", "בן| |Ben| |Kay| |שלמה"),
        ("שלמה 12 34", "34| |12| |שלמה"),
        ("שלמה 2.5", "2.5| |שלמה"),
        ("ב 1:30", "1:30| |ב"),
        ("محمد ١٢", "١٢| |محمد"),
        ("محمد ۱۲ Ben ٣٤ب", "ب|٣٤| |Ben| |۱۲| |محمد"),
        ("١٢ ٣٤ ok", "٣٤| |١٢| |ok"),
        ("2 3 ⁨שלמה⁩ 4 5", "2| |3| |שלמה| |4| |5"),
        ("Ben (שלמה 12) ok", "Ben| |(|12| |שלמה|)| |ok"),
        ("שלמה !! «בן»", "«בן»| |!!| |שלמה"),
        ("שלמה (Ben)", "(|Ben|)| |שלמה"),
        ("שלמה Ben (Kay)", "Ben| |(Kay)| |שלמה"),
        ("שלמה (Ben) Kay", "Kay| |(|Ben|)| |שלמה"),
        ("שלמה [(Ben] Kay", "Kay| |[|Ben|)]| |שלמה"),
        ("⁨שלמה⁩ ● red", "שלמה| |●| |red"),
        ("⁨שלמה ⁨Ben Kay⁩ בן⁩.", "בן| |Ben| |Kay| |שלמה|."),
        ("ק\u05b8ב", "ק\u05b8ב"),
        ("⁨שלמה b", "b| |שלמה"),
        ("a⁩ שלמה", "a| |שלמה"),
    ],
)
def test_lines_are_brought_into_the_order_in_which_they_are_written(line: str, parts: str) -> None:
    assert "|".join(arrange(line)) == parts


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_in_other_scripts_are_written_and_stay_in_their_place(name: str) -> None:
    words = make_writable(defuse_name(name))
    assert words

    def draw_row(name: str) -> Standings:
        return Standings(
            T("Division {number}", number=1), (T("Points"), T("Won")), (Standing(1, name, ("3", "1")),) * 2
        )

    say = Texts().say("en")
    drawn, plain = (draw(draw_row(each), say=say, look=Look()) for each in (words, "x"))
    assert "name: see below" not in [box.label for box in drawn.boxes]
    changed = ImageChops.difference(drawn.image.convert("RGB"), plain.image.convert("RGB"))
    first, second = [box for box in drawn.boxes if box.label == "line"]
    place, points = (next(box for box in drawn.boxes if box.label == label) for label in ("1", "3"))
    for row in (first, second):
        bounds = changed.crop((0, row.y0 - 5, 1200, row.y1 + 5)).getbbox()
        assert bounds is not None
        left, top, right, bottom = bounds
        assert place.x1 < left < right < points.x0
        assert 5 <= top < bottom <= row.y1 - row.y0 + 5


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_is_as_wide_as_it_is_drawn_and_can_be_shortened(name: str) -> None:
    words = make_writable(name)
    runs = sum(measure_advance(part, 46) for part in arrange(words))
    assert abs(measure(words, 46) - runs) <= 1 + len(words.split())
    room = round(runs * 0.7)
    short, size = fit_words(words, room, 46, 38)
    assert size == 38
    assert measure(short, 38) <= room


def test_letters_join_and_change_their_order() -> None:
    """Check the effects of shaping: Arabic letters join, a Hindi vowel moves before its letter, brackets are
    mirrored."""
    assert _count_gaps("محم") == 0
    assert _count_gaps("م\u200cح\u200cم") == 2
    vowel, letter = draw_mask("ि", 46)[0], draw_mask("नि", 46)[0]
    assert letter.width < vowel.width + draw_mask("न", 46)[0].width
    assert draw_mask("(ש", 46)[0].tobytes() != draw_mask("ש(", 46)[0].tobytes()
    (turned,) = arrange("שלמה(")
    assert turned == "שלמה("
    with_bracket, without = draw_mask("ש(", 46)[0], draw_mask("ש", 46)[0]
    assert with_bracket.crop((with_bracket.width - without.width, 0, *with_bracket.size)).getbbox() is not None


@pytest.mark.parametrize("number", ["١٢", "۱۲", "12"])
def test_a_number_is_drawn_with_its_first_digit_at_the_left(number: str) -> None:
    """Check digits of Arabic and Persian, which stand among letters that run the other way."""
    whole, first = (draw_mask(each, 46)[0] for each in (number, number[0]))
    assert whole.crop((0, whole.height - first.height, first.width, whole.height)).tobytes() == first.tobytes()


def _count_gaps(words: str) -> int:
    """Count the gaps between the letters of a word: columns without ink."""
    mask = draw_mask(words, 46)[0]
    inked = "".join("#" if mask.crop((x, 0, x + 1, mask.height)).getbbox() else " " for x in range(mask.width))
    return len(inked.split()) - 1


def test_marks_stand_above_their_letter() -> None:
    """They have no width of their own, and make the letter higher."""
    assert measure_advance("น้", 46) == measure_advance("น", 46)
    assert draw_mask("น้", 46)[1][1] > draw_mask("น", 46)[1][1]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("⚓ 田中 🚢", "田中"),
        ("👨‍👩‍👧 שלמה 👩🏽‍🚀", "\u2068שלמה\u2069"),
        ("می\u200cخواهم", "\u2068می\u200cخواهم\u2069"),
        ("Ben\u200d\u200c", "Ben"),
        ("Z̷̢̛͙a̴̡̛l̸̢̛g̶̨̛o", "Zalgo"),
        ("ก" + "้" * 9, "ก้้้"),
        ("\ud83dBen\udc00", "Ben"),
        ("\ud83d", ""),
        ("\u202eneB\u202c", "neB"),
        ("ŁИ", "ŁИ"),
        ("ﷺ", "\u2068صلى الله عليه وسلم\u2069"),
        ("ｱﾝﾅ", "アンナ"),
        ("𐓏𐓘𐓻𐓘𐓻𐓟", ""),  # Osage: no face has it
        ("Ben 𐓏𐓘𐓻𐓘𐓻𐓟", ""),
        ("❤️", ""),
        ("ি", ""),
    ],
)
def test_what_cannot_be_written_is_left_out_or_left_to_the_message(name: str, written: str) -> None:
    assert make_writable(name) == written


def test_every_script_of_the_common_plane_has_a_face() -> None:
    """Try every letter. Letters newer than the faces, historic ones and the rarest Han may be missing."""
    have, all_ = Counter[str](), Counter[str]()
    for letter in map(chr, range(0x20, 0x10000)):
        if unicodedata.category(letter)[0] == "L":
            script = unicodedata.name(letter).split()[0]
            all_[script] += 1
            have[script] += make_writable(letter) != ""
    poor = {script: have[script] for script in all_ if have[script] < 0.74 * all_[script]}
    assert poor.keys() <= {"VEDIC", "HALFWIDTH", "ROMAN"}
    assert have["CJK"] > 20_000


def test_every_letter_that_is_kept_has_a_face() -> None:
    """Try all of the first two planes, each beside a Latin letter, as a name and in a picture's words."""
    kept = 0
    for place in range(0x20, 0x2FFFF, 7):
        words = make_writable(f"a{chr(place)}")
        kept += len(words) > 1
        assert all(find_face(each) is not None for each in words if unicodedata.category(each) != "Cf")
    assert kept > 1500


def test_words_of_several_faces_are_one_sprite() -> None:
    both = write_words("Ben美", 46, INK)
    assert both.size[0] > write_words("Ben", 46, INK).size[0] + 40
    assert write_words("Ben美", 46, INK).pixels.tobytes() == both.pixels.tobytes()

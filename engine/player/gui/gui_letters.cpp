// Letters beyond those that the fonts of the panels have: Chinese labels, for example. Texts note
// what they lack, and before the next frame the letters are taken from other fonts of the system.
#include "player/gui/gui_private.h"

#include <imgui_internal.h>

#include <fontconfig/fontconfig.h>

#include <cstring>

namespace {

dv_gui_letters *current;
const ImFont *current_font;

bool is_noted(const dv_gui_letters *letters, unsigned letter) {
    return letters->noted[letter / 8] >> letter % 8 & 1;
}

void note(dv_gui_letters *letters, unsigned letter) {
    if (letter > 0xffff || is_noted(letters, letter))
        return;
    letters->noted[letter / 8] |= (unsigned char)(1 << letter % 8);
    letters->has_new = true;
}

/// The font of the system that has the most of these letters; false if it has none of them.
bool find_lender(FcCharSet *wanted, dv_gui_lender *lender, FcCharSet **found) {
    FcPattern *pattern = FcPatternCreate();
    FcResult result;
    FcChar8 *file;
    FcCharSet *has;
    FcPatternAddCharSet(pattern, FC_CHARSET, wanted);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcConfigSubstitute(nullptr, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcPattern *match = FcFontMatch(nullptr, pattern, &result);
    bool is_found = match && FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch &&
                    FcPatternGetCharSet(match, FC_CHARSET, 0, &has) == FcResultMatch &&
                    FcCharSetIntersectCount(wanted, has) > 0 &&
                    std::strlen((const char *)file) < sizeof lender->path;
    if (is_found) {
        int index = 0;
        FcPatternGetInteger(match, FC_INDEX, 0, &index);
        std::strcpy(lender->path, (const char *)file);
        lender->index = index & 0xffff; // what is above it is an instance of a variable font
        *found = FcCharSetIntersect(wanted, has);
    }
    if (match)
        FcPatternDestroy(match);
    FcPatternDestroy(pattern);
    return is_found;
}

void make_ranges(FcCharSet *letters, ImVector<ImWchar> *ranges) {
    ImFontGlyphRangesBuilder builder;
    FcChar32 map[FC_CHARSET_MAP_SIZE], next;
    for (FcChar32 page = FcCharSetFirstPage(letters, map, &next); page != FC_CHARSET_DONE;
         page = FcCharSetNextPage(letters, map, &next))
        for (unsigned bit = 0; bit < 32 * FC_CHARSET_MAP_SIZE; bit++)
            if (map[bit / 32] >> bit % 32 & 1)
                builder.AddChar((ImWchar)(page + bit));
    ranges->clear();
    builder.BuildRanges(ranges);
}

void find_lenders(dv_gui_letters *letters) {
    FcCharSet *wanted = FcCharSetCreate();
    for (unsigned letter = 0; letter <= 0xffff; letter++)
        if (is_noted(letters, letter))
            FcCharSetAddChar(wanted, letter);
    letters->lender_count = 0;
    while (letters->lender_count < DV_GUI_LENDERS && FcCharSetCount(wanted) > 0) {
        dv_gui_lender *lender = &letters->lenders[letters->lender_count];
        FcCharSet *found;
        if (!find_lender(wanted, lender, &found))
            break;
        letters->lender_count++;
        make_ranges(found, &lender->letters);
        FcCharSet *rest = FcCharSetSubtract(wanted, found);
        FcCharSetDestroy(wanted);
        FcCharSetDestroy(found);
        wanted = rest;
    }
    FcCharSetDestroy(wanted);
}

} // namespace

void dv_gui_begin_letters(dv_gui_letters *letters, const ImFont *font) {
    current = letters;
    current_font = font;
}

// Most texts have only letters up to U+017F, whose bytes are below 0xc6.
void dv_gui_want_letters(const char *text) {
    for (const char *at = text; *at;) {
        if ((unsigned char)*at < 0xc6) {
            at++;
            continue;
        }
        unsigned letter;
        at += ImTextCharFromUtf8(&letter, at, nullptr);
        if (letter <= 0xffff && !current_font->FindGlyphNoFallback((ImWchar)letter))
            note(current, letter);
    }
}

bool dv_gui_find_letters(dv_gui_letters *letters) {
    if (!letters->has_new)
        return false;
    letters->has_new = false;
    find_lenders(letters);
    return letters->lender_count > 0;
}

void dv_gui_forget_letters(dv_gui_letters *letters) {
    for (dv_gui_lender &lender : letters->lenders)
        lender.letters.clear();
    current = current == letters ? nullptr : current;
}

#include "player/gui/gui_private.h"

#include <SDL.h>

#include <cmath>
#include <cstdio>

namespace {

/// The path of a font in the folder `fonts` next to the program; a bundle has its fonts there.
/// False if the program's folder is unknown.
bool find_beside(const char *name, char *path, size_t size) {
    char *folder = SDL_GetBasePath();
    int length = folder ? std::snprintf(path, size, "%sfonts/%s", folder, name) : -1;
    SDL_free(folder);
    return length > 0 && (size_t)length < size;
}

bool has_told; // that there are no fonts

/// Dear ImGui takes a file that isn't there for a fault of the program.
bool is_there(const char *path) {
    FILE *file = std::fopen(path, "rb");
    if (file)
        std::fclose(file);
    return file;
}

/// Add letters of other fonts to the font that was added last.
void borrow_letters(const dv_gui_letters *letters, float size) {
    for (int i = 0; i < letters->lender_count; i++) {
        const dv_gui_lender &lender = letters->lenders[i];
        if (!is_there(lender.path))
            continue;
        ImFontConfig config;
        config.MergeMode = true;
        config.FontNo = lender.index;
        config.OversampleH = 1;
        ImGui::GetIO().Fonts->AddFontFromFileTTF(lender.path, size, &config, lender.letters.Data);
    }
}

ImFont *load_font(const char *const *paths, float size, const dv_gui_letters *letters) {
    static const ImWchar ranges[] = {0x20,   0x17f,  0x370,  0x4ff,  0x2010, 0x2027, 0x2070,
                                     0x209f, 0x2190, 0x2193, 0x2200, 0x22ff, 0};
    ImFontAtlas *fonts = ImGui::GetIO().Fonts;
    for (; *paths; paths++) {
        if (!is_there(*paths))
            continue;
        ImFontConfig config;
        config.OversampleH = 2;
        config.OversampleV = 1;
        if (ImFont *font = fonts->AddFontFromFileTTF(*paths, size, &config, ranges)) {
            borrow_letters(letters, size);
            return font;
        }
    }
    if (!has_told) {
        std::fputs("drover: no font is found, such as DejaVu Sans, Noto Sans, or Liberation Sans: "
                   "texts are in a font that has only plain letters\n",
                   stderr);
        has_told = true;
    }
    ImFontConfig config;
    config.SizePixels = std::floor(size);
    ImFont *font = fonts->AddFontDefault(&config);
    borrow_letters(letters, size);
    return font;
}

} // namespace

dv_gui_fonts dv_gui_load_fonts(float scale, const dv_gui_letters *letters) {
    char body_beside[4096], code_beside[4096];
    const char *const body[] = {
        find_beside("DejaVuSans.ttf", body_beside, sizeof body_beside) ? body_beside : "",
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        "/usr/share/fonts/TTF/DejaVuSans.ttf",
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
        "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
        "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
        nullptr};
    const char *const code[] = {
        find_beside("DejaVuSansMono.ttf", code_beside, sizeof code_beside) ? code_beside : "",
        "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
        "/usr/share/fonts/TTF/DejaVuSansMono.ttf",
        "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf",
        "/usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf",
        "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf",
        nullptr};
    return {load_font(body, std::round(14 * scale), letters),
            load_font(body, std::round(19 * scale), letters),
            load_font(code, std::round(13 * scale), letters)};
}

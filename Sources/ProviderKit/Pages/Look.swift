package import HTTP

/// The sizes, distances and colours of every page, the emulator's own and the providers'.
///
/// Pages use no others. A severity is also shown by words and a shape, not by colour alone.
package enum Look {
  package static let tokens: String = """
    :root{color-scheme:light dark;
    --size-1:.8125rem;--size-2:.9rem;--size-3:1rem;--size-4:1.125rem;--size-5:1.375rem;--size-6:1.75rem;
    --gap-1:.25rem;--gap-2:.5rem;--gap-3:.75rem;--gap-4:1rem;--gap-5:1.5rem;--gap-6:2.5rem;
    --radius:.5rem;--ring:3px solid var(--accent);
    --text:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;--code:ui-monospace,"SF Mono",Menlo,Consolas,monospace;
    --paper:#fff;--ink:#1a1c22;--faint:#5a5d68;--line:#d5d7de;--raised:#f4f5f8;
    --accent:#1d4fd7;--on-accent:#fff;--bad:#b3121d;--warn:#855100;--note:#345c7d;--good:#11692f;--strip:#4a3400;--orange:#d06a00}
    @media(prefers-color-scheme:dark){:root{
    --paper:#14161b;--ink:#e9eaf0;--faint:#a6a9b6;--line:#3a3d48;--raised:#1e2129;
    --accent:#8fb4ff;--on-accent:#0d1d40;--bad:#ff9a97;--warn:#f0c069;--note:#9cc4e6;--good:#7bdc97;--strip:#3a2a00;--orange:#ff9d2e}}

    """

  /// A circle and its double.
  package static let mark: HTML = """
    <svg class="logo" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><circle cx="12" cy="16" r="9" fill="none" \
    stroke="currentColor" stroke-width="3"/><circle cx="20" cy="16" r="9" fill="none" stroke="currentColor" stroke-width="3" \
    stroke-dasharray="4 3"/></svg>
    """

  package static let icon: HTML = """
    <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http:%2F%2Fwww.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle \
    cx='12' cy='16' r='9' fill='none' stroke='%231d4fd7' stroke-width='4'/%3E%3Ccircle cx='20' cy='16' r='9' fill='none' \
    stroke='%236f9bff' stroke-width='4' stroke-dasharray='4 3'/%3E%3C/svg%3E">
    """
}

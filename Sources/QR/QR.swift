/// QR symbols of ISO/IEC 18004, model 2: from a text to modules, and from modules to a picture.
///
/// `Versions/` has the sizes and error correction levels.
///
/// 1. `Segments/` turns a text into bits: numeric, alphanumeric or byte mode, whichever mix is shortest (§7.4).
/// 2. `Codewords/` cuts the bits into blocks and gives each its Reed–Solomon check (§7.5, §7.6).
/// 3. `Matrix/` places function patterns and codewords and chooses the mask with the least penalty (§6.3, §7.7–§7.10).
/// 4. `Pictures/` draws the symbol with its quiet zone as SVG or PNG.
///
/// The sections are those of the edition of 2015. Nothing here is random: the same text gives the same symbol.
package enum QR {
  /// The width of the light border that a reader needs on each side, in modules (§6.3.8).
  package static let quietZone = 4
}

package enum QRError: Error, Hashable {
  /// The text is too long even for version 40 at this level; both numbers are bits.
  case tooLong(bits: Int, capacity: Int)
}

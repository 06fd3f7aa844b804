import BioID
import Criipto
import Itsme
package import ProviderKit
import ReuseID
import Veridium
import VideoID

/// The emulated providers, in display order.
///
/// To add one, add a target beside these and a line below.
package let registry: [any Provider.Type] = [itsme, itsmeV2, criipto, bioID, reuseID, videoID, veridium]

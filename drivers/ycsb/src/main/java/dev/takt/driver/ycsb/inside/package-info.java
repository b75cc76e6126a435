/// Classes that are defined in a binding's own class loader, and so see the binding's YCSB. Takt
/// never names them, but for the one that it finds by its name.
@NullMarked
package dev.takt.driver.ycsb.inside;

import org.jspecify.annotations.NullMarked;

/// Classes defined in a binding's own class loader, so that they link to the binding's YCSB. Takt
/// loads one of them by name and refers to none of them directly.
@NullMarked
package dev.takt.driver.ycsb.inside;

import org.jspecify.annotations.NullMarked;

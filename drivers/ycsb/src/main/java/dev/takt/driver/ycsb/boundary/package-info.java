/// What both sides know: Takt, and the classes that Takt puts beside a binding. Nothing here names
/// a class of YCSB, since that is another one for each binding.
@NullMarked
package dev.takt.driver.ycsb.boundary;

import org.jspecify.annotations.NullMarked;

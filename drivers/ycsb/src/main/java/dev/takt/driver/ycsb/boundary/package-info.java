/// Types shared between Takt and the classes that it defines in a binding's class loader. They
/// refer to no class of YCSB, since each binding has its own.
@NullMarked
package dev.takt.driver.ycsb.boundary;

import org.jspecify.annotations.NullMarked;

/// The protocols of the server whose faults are known.
@NullMarked
package dev.takt.faults.shop;

import org.jspecify.annotations.NullMarked;

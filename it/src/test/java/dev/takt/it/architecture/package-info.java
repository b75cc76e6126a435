/// What DESIGN.md says about the parts and who may use whom, held.
@NullMarked
package dev.takt.it.architecture;

import org.jspecify.annotations.NullMarked;

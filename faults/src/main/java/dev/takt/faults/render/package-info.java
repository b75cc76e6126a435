/// The scores of faults and of their explanations, as text and as JSON.
@NullMarked
package dev.takt.faults.render;

import org.jspecify.annotations.NullMarked;

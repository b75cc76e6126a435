/// Where the CPU time went in the moments in which slow operations were under way, against the
/// rest; and how much of that time the profile accounts for.
@NullMarked
package dev.takt.explain.profile;

import org.jspecify.annotations.NullMarked;

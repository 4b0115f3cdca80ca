"""The read model of terms: what sessions can be searched by, with the lines where it stands."""

// Values with places, parser, reader and writer. Imports nothing.

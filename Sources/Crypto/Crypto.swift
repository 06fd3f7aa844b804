// Everything OpenSSL: digests, keys, ciphers, TLS over memory buffers. Nothing else in the program calls OpenSSL.

// JWK, JWS, JWE and JWT.

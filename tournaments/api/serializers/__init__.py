"""Bodies of requests (`...Input`) and of answers (`...Serializer`), which make the API's schema."""

"""How long lists are cut into pages."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """`?page=2&page_size=50`; at most 600, the largest field of a knockout and some."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 600

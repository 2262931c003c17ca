"""Task evaluation: answers scored against golden cases, so that better and worse are numbers and not impressions."""

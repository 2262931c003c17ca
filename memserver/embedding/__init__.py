"""Text → vector behind one protocol: the local model, a folder with a model, an HTTP endpoint, and a hybrid."""

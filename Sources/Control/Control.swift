// The control plane and its pages.

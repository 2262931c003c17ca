"""The twelve jobs, one file each. A job does its work and reports; when it runs is the schedule's business."""

/** The feature that a refused file needs, by error code. */
export const FILE_NEEDS = { storage_full: "storage_gb", hd_only: "hd_upload" } as const;

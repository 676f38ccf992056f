/** The feature that a refused file lacks, by the code of the refusal. */
export const FILE_NEEDS = { storage_full: "storage_gb", hd_only: "hd_upload" } as const;

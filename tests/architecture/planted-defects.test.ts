import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ACCOUNTS_DEFECTS } from "../planted/accounts";
import { CLIENT_DEFECTS } from "../planted/client";
import { COMMUNITY_DEFECTS } from "../planted/community";
import { ENGINE_DEFECTS } from "../planted/engine";
import { LOCAL_DEFECTS } from "../planted/local";
import { MAIL_DEFECTS } from "../planted/mail";
import { SITE_DEFECTS } from "../planted/site";

const DEFECTS = [
  ...[...ACCOUNTS_DEFECTS, ...CLIENT_DEFECTS, ...COMMUNITY_DEFECTS],
  ...[...ENGINE_DEFECTS, ...LOCAL_DEFECTS, ...MAIL_DEFECTS, ...SITE_DEFECTS],
];

describe("a planted defect", () => {
  it.each(DEFECTS.map(({ id, file, find }) => [id, file, find] as const))(
    "can be planted: %s",
    (_, file, find) => {
      expect(readFileSync(file, "utf8").split(find)).toHaveLength(2);
    },
  );
});

import "@spotlight/billing/styles.css";
import type { ReactNode } from "react";

export const metadata = { title: "Prints" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" style={{ colorScheme: "light dark" }}>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}

import { FIRST_TABLE_NUMBER } from "../codec/ids";

export type NumberOfTable = readonly [table: string, number: number];

/** The numbers in ids: each is given once, and stored with the next line of the log. */
export class TableNumbers {
  private readonly names = new Map<number, string>();
  private unsaved: NumberOfTable[] = [];

  constructor(private readonly numbers: Map<string, number>) {
    for (const [table, number] of numbers) this.names.set(number, table);
  }

  nameOf(number: number): string | null {
    return this.names.get(number) ?? null;
  }

  /** A new one on the table's first use. */
  numberOf(table: string): number {
    const known = this.numbers.get(table);
    if (known !== undefined) return known;
    const number = Math.max(FIRST_TABLE_NUMBER - 1, ...this.names.keys()) + 1;
    this.numbers.set(table, number);
    this.names.set(number, table);
    this.unsaved.push([table, number]);
    return number;
  }

  all(): NumberOfTable[] {
    return [...this.numbers];
  }

  get pending(): readonly NumberOfTable[] {
    return this.unsaved;
  }

  /** The pending numbers are saved, and these tables have other numbers from now on. */
  saved(changed: readonly NumberOfTable[]): void {
    this.unsaved = [];
    for (const [table] of changed) this.names.delete(this.numbers.get(table) ?? 0);
    for (const [table, number] of changed) {
      this.numbers.set(table, number);
      this.names.set(number, table);
    }
  }
}

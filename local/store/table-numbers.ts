import { FIRST_TABLE_NUMBER } from "../codec/ids";

/** Names and numbers of tables: given once, for good. New ones wait here for the next log line. */
export class TableNumbers {
  private readonly byName = new Map<string, number>();
  private readonly byNumber = new Map<number, string>();
  private unsaved: [string, number][] = [];
  private next = FIRST_TABLE_NUMBER;

  restore(name: string, number: number): void {
    this.byName.set(name, number);
    this.byNumber.set(number, name);
    this.next = Math.max(this.next, number + 1);
  }

  /** The table's number, a new one on its first use. */
  assign(name: string): number {
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    const number = this.next;
    this.restore(name, number);
    this.unsaved.push([name, number]);
    return number;
  }

  /** Saves the new numbers through `write`; they stay unsaved when that throws. */
  save(write: (numbers: readonly [string, number][]) => void): void {
    write(this.unsaved);
    this.unsaved = [];
  }

  numberOf(name: string): number | null {
    return this.byName.get(name) ?? null;
  }

  nameOf(number: number): string | null {
    return this.byNumber.get(number) ?? null;
  }

  names(): string[] {
    return [...this.byName.keys()];
  }
}

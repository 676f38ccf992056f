/** The number of newest invoices in a customer response. `listInvoices` has all of them. */
export const MAX_LISTED_INVOICES = 100;

/** So many of a customer's newest invoices come with the customer. `listInvoices` has them all. */
export const MAX_LISTED_INVOICES = 100;

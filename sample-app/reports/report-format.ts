export const REPORT_FORMATS = ['pdf', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = { pdf: 'application/pdf', csv: 'text/csv' };

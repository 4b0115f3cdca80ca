/** What the server writes before the service worker's script. */
declare const VERSION: string;
declare const FILES: string[];

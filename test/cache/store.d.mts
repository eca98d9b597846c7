export class Unavailable extends Error {}

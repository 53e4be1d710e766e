package faults_test

// ballast is the name of the file that fills a disk.
const ballast = "ballast"

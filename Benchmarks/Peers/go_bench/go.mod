module sockeye/bench

go 1.19

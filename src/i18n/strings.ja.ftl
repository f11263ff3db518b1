app-name = 卓上
